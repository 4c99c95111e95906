/** A refusal that only the dashboard makes. `message` is shown unchanged: no secret, no personal data. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly status: 400 | 401 | 403 | 404 | 429;

  constructor(status: PageError["status"], message: string) {
    super(message);
    this.status = status;
  }
}
