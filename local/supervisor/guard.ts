import { spawn } from "node:child_process";

/**
 * Waits for a line. The end of its input, without one, means that the writer is dead: then it kills the
 * group.
 */
const SCRIPT = 'read -r _ || kill -s KILL -- "-$1"';

/**
 * Kills the process group of `pid` as soon as this process is dead, even by SIGKILL: its children, such as
 * workerd, would keep their ports, and no later start could have them. A shell of its own waits for that,
 * since a process that is killed cannot. The returned function dismisses it.
 */
export function guard(pid: number): () => void {
  const shell = spawn("/bin/sh", ["-c", SCRIPT, "selfsame-guard", `${pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    // A session of its own: Ctrl-C is for the stack alone, which stops its processes in order.
    detached: true,
  });
  // A shell that is gone can be told nothing.
  shell.stdin.on("error", () => undefined);
  shell.unref();
  return () => void shell.stdin.end("\n");
}
