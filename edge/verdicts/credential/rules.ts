import type { CredentialCheckName } from "../../../vocabulary/credentials.ts";

interface CredentialRule {
  /** What a failed check found, without a full stop: for messages to the tenant. */
  readonly finding: string;
  /** What is checked. */
  readonly explanation: string;
}

/** Contract §7.9: the checks of a credential. */
export const CREDENTIAL_RULES: Readonly<Record<CredentialCheckName, CredentialRule>> = {
  credential_format: {
    finding: "Credential that cannot be read in one way",
    explanation:
      "Whether the answer has one reading: one document of a requested type, no duplicate keys, no indefinite lengths, algorithms of the list.",
  },
  credential_issuer_chain: {
    finding: "Credential signed outside its signer's validity",
    explanation:
      "Whether the signer's certificate leads to a trust anchor of the kind, may sign documents, and was valid at the signature.",
  },
  credential_issuer_country: {
    finding: "Credential that another state has signed",
    explanation: "Whether the signer's country is the credential's issuing country.",
  },
  credential_issuer_signature: {
    finding: "Credential whose issuer's signature is wrong",
    explanation: "Whether the signer's key signed the credential.",
  },
  credential_digests: {
    finding: "Claims that the issuer did not sign",
    explanation: "Whether each disclosed value has its digest among the signed ones.",
  },
  credential_validity: {
    finding: "Credential outside the validity that its issuer set",
    explanation: "Whether the issuer's signature is valid now.",
  },
  credential_status: {
    finding: "Credential that its issuer has revoked or suspended",
    explanation:
      "Whether the issuer's status list, if the service fetches such lists, says that the credential is valid.",
  },
  credential_device_signature: {
    finding: "Answer that the wallet did not sign for this request",
    explanation:
      "Whether the wallet's key, which the issuer signed, signed this request. Another answer is rejected with `credential_request_mismatch`.",
  },
};
