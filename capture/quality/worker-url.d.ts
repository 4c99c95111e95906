/** The address of the built worker, which the build puts in. */
declare const WORKER_URL: string;
