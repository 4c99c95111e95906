/**
 * What people call the places of the reference, if the text itself has other words: titles of how-to pages,
 * the field's terms, and terms of other services. The page's search finds a place by them, too.
 */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  "about-sdks": "install, npm, package, library, client library, Node.js, JavaScript, TypeScript",
  "about-authentication":
    "API key, bearer, verify a user with the API only, CORS, cross-origin, browser call",
  "about-restricted-keys":
    "give a key only the rights that it needs: permissions, least privilege, rotate keys",
  "about-modes": "sandbox, test, go live, production",
  "about-requests": "content type",
  "about-images":
    "upload, file, max size, maximum size, limits, resolution, megapixels, HEIC, PDF, JPEG, PNG",
  "about-responses": "result, handle outcomes, version, deprecation, breaking change",
  "about-expiry": "how long, expired, expires, expiration, TTL, lifetime, valid until",
  "about-pagination": "pagination, paginate, next page, page size, cursor",
  "about-retries":
    "retry safely, retry, repeat a call, idempotency key, idempotent, duplicate request, timeout",
  "about-compare-with-a-name-or-birth-date-that-you-know":
    "compare a name, compare the date of birth, dob, birthday, name match, known details, expected details",
  "about-rate-limits": "rate limit, throttling, too many requests, quota, 429, billing",
  "about-test-references":
    "test, test card, test document, test data, test each outcome, sandbox, simulate, mock",
  createVerification:
    "start KYC, eKYC, onboarding, verify a user with a hosted link, embed the page in your site, verify users in a mobile app, iframe, WebView, check what you know of a user, require a movement, check an age, age, minimum age, 18, return URL, redirect",
  readVerification: "handle outcomes, result, poll, polling, status, name and date of birth",
  examineDocument: "ID card, passport, licence, upload, KYC",
  answerCheck: "sanctions, watch list, watchlist, PEP, AML, external check",
  listVerifications: "export, report",
  createLink: "resend, renew, hosted link",
  giveConsent: "agreement, set your brand and consent text",
  withdrawConsent: "GDPR, revoke",
  cancelVerification: "abort, stop",
  listReviews: "work the review queue, manual review",
  reviewVerification: "approve, decline, manual review, four eyes, second reviewer",
  presentChip: "NFC, passport chip, ePassport, eMRTD, RFID, read the chip with an app",
  verifyChip: "NFC, passport chip, ePassport, eMRTD, RFID",
  requestCredential:
    "Apple Wallet, Google Wallet, EUDI wallet, mobile driving licence, mDL, PID, digital credential, OpenID4VP",
  checkCredential: "Apple Wallet, Google Wallet, EUDI wallet, mDL, PID, SD-JWT",
  createSession: "JWT, client token, verify users in a mobile app, React Native",
  revokeSession: "invalidate, log out",
  scanDocument: "read, extract, MRZ, barcode",
  readPicture: "photo, media, portrait",
  detectFraud: "forgery, tampering, fake document",
  checkLiveness: "liveness of a verification, selfie, spoof, presentation attack, PAD, deepfake",
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
    "erase a person, GDPR, delete user, delete a user, right to be forgotten, delete user data, set how long data are kept, retention",
  readPublicKeys: "JWKS, receipt, signature",
  readHealth: "status, uptime, monitoring",
  beginHandoff: "QR code, desktop to phone",
  readOpenApi: "Swagger, specification",
  readPlainText: "LLM, language model",
  "group-webhooks":
    "receive webhooks on localhost, ngrok, Node.js, Express, Next.js, Python or Go, verify the signature, HMAC, whsec, redelivery",
  "verification.completed": "handle outcomes, decision, result",
  "schema-ExpectedDetails":
    "compare a name, compare the date of birth, name match, check what you know of a user, known details",
  "schema-Detail": "result of comparing a name, name match",
  origin_not_allowed: "CORS",
  errors: "troubleshoot, status code",
};
