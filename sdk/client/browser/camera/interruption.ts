/**
 * Tells once that the camera was taken away: its track ended or fell silent, or it had done so when the
 * person came back. iOS takes it without an event of the page, so three kinds of return are looked at.
 *
 * @returns Calls it off.
 */
export function onInterruption(
  video: HTMLVideoElement,
  track: MediaStreamTrack,
  tell: () => void,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const interrupted = () => {
    if (signal.aborted) return;
    ended.abort();
    tell();
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
