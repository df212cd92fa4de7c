// Share buttons for a review page; the element #share holds the position shown (see drawSite in review/main.js).
import {$} from "./table/dom.js";
import {codeFor, playOn, shareBox} from "./share.js";

const place = $("share");
const moment = () => ({record: place.dataset.record, decision: place.dataset.decision ? Number(place.dataset.decision) : null});
const box = shareBox(() => codeFor(moment())), onward = playOn(moment);
onward.classList.add("main");
box.prepend(onward);
place.append(box);
