const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether what goes to this host stays on this machine. */
export const isLoopback = (host: string) => LOOPBACK.test(host);
