const {tick} = await import("/table/motion.js"), element = document.createElement("b");
        const write = number => { found.push(number); return String(number); }, real = window.requestAnimationFrame;
        let found = [], next = null;
        window.requestAnimationFrame = step => { next = step; };
        performance.now = () => 1000;  // so that no clock is needed
        tick(element, 10, -90, write, "normal");
        for (let time = 1050; next; time += 50) { const step = next; next = null; step(time); }
        const slow = found;
        found = [];
        tick(element, 10, -90, write, "instant");
        tick(element, undefined, -90, write, "normal");
        window.requestAnimationFrame = real;
        delete performance.now;
        return {slow, quick: found, text: element.textContent};
