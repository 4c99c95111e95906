/**
 * What people call the places of the reference, if the text itself has other words: titles of how-to pages,
 * the field's terms, and terms of other services. The page's search finds a place by them, too.
 */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  "about-authentication": "API key, bearer, verify a user with the API only",
  "about-restricted-keys":
    "give a key only the rights that it needs: permissions, least privilege, rotate keys",
  "about-modes": "sandbox, go live, production",
  "about-requests": "upload, file, content type",
  "about-responses": "result, handle outcomes",
  "about-lists": "pagination, paginate, next page, page size, cursor",
  "about-retries":
    "retry safely, retry, repeat a call, idempotency key, idempotent, duplicate request, timeout",
  "about-compare-with-what-you-know":
    "compare a name, compare the date of birth, name match, known details, expected details",
  "about-rate-limits": "throttling, quota, 429, billing",
  "about-test-references": "test each outcome, sandbox, simulate, mock",
  createVerification:
    "start KYC, eKYC, onboarding, verify a user with a hosted link, embed the page in your site, verify users in a mobile app, iframe, WebView, check what you know of a user, require a movement",
  readVerification: "handle outcomes, result, poll, polling, status, name and date of birth",
  examineDocument: "ID card, passport, licence, upload, KYC",
  createLink: "resend, renew, hosted link",
  giveConsent: "GDPR, agreement, set your brand and consent text",
  withdrawConsent: "GDPR, revoke",
  cancelVerification: "abort, stop",
  listReviews: "work the review queue, manual review",
  reviewVerification: "approve, decline, manual review, four eyes, second reviewer",
  createSession: "JWT, client token, verify users in a mobile app, React Native",
  revokeSession: "invalidate, log out",
  scanDocument: "read, extract, MRZ, barcode",
  readPicture: "photo, media, portrait",
  detectFraud: "forgery, tampering, fake document",
  checkLiveness: "selfie, spoof, presentation attack, PAD, deepfake",
  issueChallenge: "movement, action",
  verifyFaces: "1:1, one to one, face match, selfie",
  searchDuplicates: "dedupe, deduplication, duplicate, 1:N, one to many, same person, second account",
  registerFace: "enrol, enroll, gallery",
  verifyRegistration: "returning user, log in again, re-authentication, 1:1, calibrate face matching",
  listEvents: "missed webhooks, poll",
  createWebhookEndpoint: "receive webhooks, subscribe, notification, callback",
  rotateWebhookSecret: "rotate keys, whsec, signature",
  testWebhookEndpoint: "ping, try",
  erasePerson:
    "erase a person, GDPR, right to be forgotten, delete user data, set how long data is kept, retention",
  readPublicKeys: "JWKS, receipt, signature",
  readHealth: "status, uptime, monitoring",
  beginHandoff: "QR code, desktop to phone",
  readOpenApi: "Swagger, specification",
  readPlainText: "LLM, language model",
  "group-webhooks":
    "receive webhooks in Node.js, Express, Next.js, Python or Go, verify the signature, HMAC, whsec, redelivery",
  "verification.completed": "handle outcomes, decision, result",
  "schema-ExpectedDetails":
    "compare a name, compare the date of birth, name match, check what you know of a user, known details",
  "schema-Detail": "result of comparing a name, name match",
  errors: "troubleshoot, status code",
};
