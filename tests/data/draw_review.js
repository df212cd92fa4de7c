const [SENTENCES, ATTRIBUTES, done] = arguments, shown = [], found = id => document.getElementById(id), {table} = modules["review/table.js"];
const isMark = each => Array.isArray(each) && !["bdi", "b"].includes(each[0]) && !/inline/.test(each[1].class);
function drawn(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? [node.data] : [];
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches("script, style, #table, #share")) return [];
  const inside = [...node.childNodes].flatMap(drawn), words = inside.length && node.matches(SENTENCES);
  const has = ATTRIBUTES.filter(name => node.hasAttribute(name)).map(name => [name, node.getAttribute(name)]);
  return [[node.tagName.toLowerCase(), Object.fromEntries(has), ...(words ? ["…", ...inside.filter(isMark)] : inside)]];
}
function steps() {
  let now = null;
  shown.push({drawn: drawn(found("deal"))});
  const asKept = seat => ({...seat, computer: Boolean(seat.computer)});  // left out where it is no computer
  table.show = (state, {marks, below}) => { now = {state: {...state, below, seats: state.seats.map(asKept)}, marks}; };
  found("last").click();
  for (found("first").click();; found("next").click()) {
    shown.push({...now, drawn: ["decision", "where", "banner"].map(found).flatMap(drawn)});
    if (found("next").disabled) return;
  }
}
async function follow(link) {
  const there = new Promise(gone => addEventListener("hashchange", gone, {once: true}));
  link.click();
  await there;
  steps();
}
async function all() {
  shown.push({drawn: drawn(document.body)});
  if (found("match").hidden) return steps();
  for (const link of document.querySelectorAll("#deals a[href^='#deal']")) await follow(link);
}
all().then(() => done(shown));
