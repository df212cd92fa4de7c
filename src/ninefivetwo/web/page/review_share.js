// Share buttons for the page of a review; `#share` has the position shown (main.js, drawShare).
import {codeFor, playOn, shareBox} from "./share.js";

const place = document.getElementById("share");
const moment = () => ({record: place.dataset.record, decision: place.dataset.decision ? Number(place.dataset.decision) : null});
const box = shareBox(() => codeFor(moment()));
box.append(playOn(moment));
place.append(box);
