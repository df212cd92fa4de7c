// Sharing on the page of a review: the moment shown, which the page's own script tells by `#share` (main.js, drawSite).
import {codeFor, shareBox} from "./share.js";

const place = document.getElementById("share");
place.append(shareBox(() => codeFor({record: place.dataset.record, decision: place.dataset.decision ? Number(place.dataset.decision) : null})));
