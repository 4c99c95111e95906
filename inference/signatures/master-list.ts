import { type Certificate, isSignedBy, readCertificate } from "./certificate.ts";
import { isSignature, readSignedData, type Signer } from "./cms.ts";
import { decode, encoded, MalformedFileError, members } from "./der.ts";

/** ICAO Doc 9303-12: the content of a master list, and the key usage of who signs one. */
const MASTER_LIST = "2.23.136.1.1.2";
const MASTER_LIST_SIGNER = "2.23.136.1.1.3";

/**
 * The certificates of a master list (ICAO Doc 9303-12), which the root must have signed, or a certificate for
 * master lists that the root issued. Throws `MalformedFileError`; nothing of an unverified list is returned.
 */
export function readMasterList(file: Uint8Array, root: Certificate): Certificate[] {
  const data = readSignedData(file);
  if (data.contentType !== MASTER_LIST) throw new MalformedFileError("the signed data is no master list");
  const issued = data.certificates
    .map(readCertificate)
    .filter((each) => each.x509.keyUsage?.includes(MASTER_LIST_SIGNER) && isSignedBy(each, root));
  const isVerified = data.signers.some(
    (signer) =>
      !isWeak(signer) && [root, ...issued].some(({ x509 }) => isSignature(data, signer, x509.publicKey)),
  );
  if (!isVerified) throw new MalformedFileError("the master list is not signed under this root");
  const [, list] = members(decode(data.content, "the list"), "the list");
  return members(list, "the list").map((each) => readCertificate(encoded(each)));
}

/** Who can make collisions of SHA-1 could have another list signed. */
const isWeak = ({ digest, algorithm }: Signer) => [digest, algorithm.digest].includes("sha1");
