// The analysis page, which shows one hand, three open hands, or a shared position.
import {el, say} from "./table/dom.js";
import {firstData, headed} from "./ui.js";
import {playOn} from "./share.js";
import {handPage} from "./analyse_hand.js";
import {layoutPage} from "./analyse_layout.js";
import {momentPage} from "./analyse_moment.js";

const data = firstData(), main = document.getElementById("main");
const KINDS = [["hand", "/analyse", "ONE_HAND"], ["all", "/analyse?what=all", "THREE_HANDS"]];

headed(el("div", {class: "row analyse-kinds", role: "group", "aria-label": say("WHAT_TO_ANALYSE")},
  ...KINDS.map(([kind, href, words]) => el("a", {class: "b", href, "aria-current": kind === data.kind ? "page" : null}, say(words))), ...dealLinks(),
  data.play_on ? playOn({code: data.play_on}) : null));
if (data.fault) main.append(el("p", {class: "warn", role: "alert"}, data.fault));
({hand: handPage, all: layoutPage, moment: momentPage})[data.kind](main, data);

function dealLinks() {                           // links to the deals of a shared match
  return data.deals.length > 1 ? data.deals.map((href, i) => el("a", {class: "b", href: href || null, "aria-current": href ? null : "true"}, say("DEAL_NUMBER", {number: i + 1}))) : [];
}
