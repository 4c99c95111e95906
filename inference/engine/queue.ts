import type { Job } from "./job.ts";

/** Jobs that wait, first in, first out. */
export class JobQueue<Request> {
  #jobs: Job<Request>[] = [];

  get length(): number {
    return this.#jobs.length;
  }

  add(job: Job<Request>): void {
    this.#jobs.push(job);
  }

  /** Back to the head: it has waited once. */
  putBack(job: Job<Request>): void {
    this.#jobs.unshift(job);
  }

  /** Takes out the first whose deadline is still to come; those before it expire. */
  next(now: number): Job<Request> | undefined {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (job.deadline > now) return job;
      job.expire();
    }
    return undefined;
  }

  remove(job: Job<Request>): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }

  failAll(failure: Error): void {
    for (const job of [...this.#jobs]) job.fail(failure);
  }
}
