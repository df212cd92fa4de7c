(async done => {
const {src} = document.querySelector('script[type=module]'), {coach} = await import(src.replace('play', 'coach'));
(await import(src.replace('play', 'settings'))).settings.set('coached', false);
window.ended = 0;
const steps = [['.felt', 'One.'], ['.none', 'Nothing.'], ['nav', 'Two.'], ['.rail', 'Three.']];
window.coached = () => coach(steps.map(([at, words]) => ({at, words}))).then(() => window.ended++);
window.coached();
done();
})(arguments[0])
