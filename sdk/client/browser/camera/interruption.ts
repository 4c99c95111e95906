/**
 * Calls back once if the camera was taken away: its track ended or went silent, or this is found when the
 * person returns. iOS takes it without an event of the page, so three kinds of return are checked.
 *
 * @returns Cancels it.
 */
export function onInterruption(
  video: HTMLVideoElement,
  track: MediaStreamTrack,
  callback: () => void,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const interrupted = () => {
    if (signal.aborted) return;
    ended.abort();
    callback();
  };
  const look = () => {
    if (document.visibilityState !== "visible") return;
    if (track.readyState === "ended" || track.muted) return interrupted();
    // Some systems pause the image of a page in the background and leave it so.
    if (video.paused) void video.play().catch(() => {});
  };
  track.addEventListener("ended", interrupted, { signal });
  track.addEventListener("mute", interrupted, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  globalThis.addEventListener("focus", look, { signal });
  globalThis.addEventListener("pageshow", look, { signal });
  return () => ended.abort();
}
