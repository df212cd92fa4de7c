// Sharing on the page of a review, and playing on: the moment shown, which the page's own script tells by `#share`
// (main.js, drawShare).
import {codeFor, playOn, shareBox} from "./share.js";

const place = document.getElementById("share");
const moment = () => ({record: place.dataset.record, decision: place.dataset.decision ? Number(place.dataset.decision) : null});
const box = shareBox(() => codeFor(moment()));
box.append(playOn(moment));
place.append(box);
