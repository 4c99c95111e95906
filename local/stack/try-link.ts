const TIMEOUT_MS = 10_000;

/**
 * A link on which whoever started the stack can verify themselves: of a new verification in test mode. What
 * keeps it from being made, such as a spent monthly cap, stops no stack: then what came in its place is told.
 */
export async function linkToTry(api: string, testKey: string): Promise<string> {
  try {
    const response = await fetch(`${api}/v1/verifications`, {
      method: "POST",
      headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
      body: JSON.stringify({ customer_ref: "tried-on-this-machine" }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { url?: string; error?: { code: string } };
    return answer.url ?? `none: the service answered ${answer.error?.code ?? response.status}`;
  } catch {
    return "none: the service did not answer";
  }
}
