import { accessFromLink } from "#capture/access/link.ts";
import { Album } from "#capture/effects/album.ts";
import { createRunner } from "#capture/effects/run.ts";
import type { Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import { INITIAL, type State } from "#capture/machine/state.ts";
import type { OpenPage } from "../open-page.ts";

/** The page as composed by `main.tsx`, without rendering. */
export async function openPage(secret: string): Promise<OpenPage> {
  let state: State = INITIAL;
  let isOpen = true;
  const access = await accessFromLink(secret);
  const runner = createRunner({
    access,
    album: new Album(),
    dispatch,
    isWanted: (task) => isOpen && task === state.task,
    chosenLanguage: () => null,
  });
  function dispatch(event: Event): void {
    if (!isOpen) return;
    const step = reduce(state, event);
    state = step.state;
    for (const command of step.commands) runner.run(command);
  }
  dispatch({ type: "started", obstacle: null, hasAccess: true, isComputer: false });
  return {
    state: () => state,
    dispatch,
    close() {
      isOpen = false;
    },
  };
}
