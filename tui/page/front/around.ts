// What the full screen's page has in common with this one.
export { isKeeper, isLink, keep, kept, keptFiles } from "./kept";
export { keepEverything, stayOffline, takeNewest } from "./offline";
