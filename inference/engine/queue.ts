import type { Job } from "./job.ts";

/** Jobs that wait, first in, first out. */
export class JobQueue<Request, Result> {
  #jobs: Job<Request, Result>[] = [];

  get length(): number {
    return this.#jobs.length;
  }

  add(job: Job<Request, Result>): void {
    this.#jobs.push(job);
  }

  /** Puts a job back at the head, since it has waited once. */
  putBack(job: Job<Request, Result>): void {
    this.#jobs.unshift(job);
  }

  /** Takes out the first job whose deadline is still to come, and expires those before it. */
  next(now: number): Job<Request, Result> | undefined {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      if (job.deadline > now) return job;
      job.expire();
    }
    return undefined;
  }

  remove(job: Job<Request, Result>): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }

  failAll(failure: Error): void {
    for (const job of [...this.#jobs]) job.fail(failure);
  }
}
