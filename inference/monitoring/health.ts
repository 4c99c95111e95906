import { HealthImplementation } from "grpc-health-check";

/** Inputs of the health checks. */
interface Conditions {
  /**
   * SIGTERM has arrived: load balancers should send new calls elsewhere, although calls are still accepted.
   */
  readonly isLeaving: boolean;
  /** An inference worker is up, and a GPU worker too if models run on GPU workers. */
  readonly canWork: boolean;
}

/** Whether calls should be sent here. */
export const isReady = ({ isLeaving, canWork }: Conditions): boolean => !isLeaving && canWork;

/** The service of gRPC health that says whether the process lives: it is served until the listeners close. */
const LIVENESS = "liveness";

/**
 * `grpc.health.v1`: the server ("") is ready while it can work and is not leaving; so is each service whose
 * calls need a worker. The others are ready until it leaves. Call `update` when a condition changes.
 */
export function createHealth(
  services: { readonly onWorkers: readonly string[]; readonly others: readonly string[] },
  conditions: () => Conditions,
) {
  const implementation = new HealthImplementation();
  const set = (name: string, isServing: boolean) =>
    implementation.setStatus(name, isServing ? "SERVING" : "NOT_SERVING");
  const update = () => {
    const now = conditions();
    set(LIVENESS, true);
    for (const name of ["", ...services.onWorkers]) set(name, isReady(now));
    for (const name of services.others) set(name, !now.isLeaving);
  };
  update();
  return { implementation, update };
}
