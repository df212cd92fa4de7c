// Elements.
export function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) if (value) made.setAttribute(key, value);
  made.append(...children); return made;
}
export function button(words, pressed, attributes) {
  const made = el("button", {type: "button", ...attributes}, words);
  made.addEventListener("click", pressed); return made;
}
