import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

const SEEN_MS = 500;
/**
 * Visible share of each element that is required: on a screen too small for both, half of each still fits.
 */
const SHARE = 0.5;

/**
 * Whether both elements have been in view together for half a second, and still are. A press that was meant
 * for an earlier element must not count as consent.
 */
export function useSeen(first: RefObject<Element | null>, second: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const inView = new Set<Element>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          if (intersectionRatio >= SHARE) inView.add(target);
          else inView.delete(target);
        }
        clearTimeout(timer);
        if (inView.size === 2) timer = setTimeout(() => setSeen(true), SEEN_MS);
        else setSeen(false);
      },
      { threshold: SHARE },
    );
    for (const { current } of [first, second]) if (current !== null) observer.observe(current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [first, second]);
  return isSeen;
}
