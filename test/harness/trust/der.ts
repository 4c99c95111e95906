import {
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Set as Sets,
} from "asn1js";

/** A value of ASN.1. */
type Node = ConstructorParameters<typeof Sequence>[0] extends { value?: infer V } | undefined
  ? NonNullable<V> extends readonly (infer E)[]
    ? E
    : never
  : never;

export const seq = (...value: Node[]) => new Sequence({ value });
export const set = (...value: Node[]) => new Sets({ value });
export const oid = (value: string) => new ObjectIdentifier({ value });
export const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
export const tagged = (tagNumber: number, ...value: Node[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value });
export const raw = (der: Uint8Array) => fromBER(Uint8Array.from(der)).result as Node;
export const der = (node: { toBER(): ArrayBuffer }) => new Uint8Array(node.toBER());

/** The name of a certificate's subject or issuer. */
export interface Name {
  readonly country: string;
  readonly commonName: string;
}

export const nameOf = ({ country, commonName }: Name) =>
  seq(
    set(seq(oid("2.5.4.6"), new PrintableString({ value: country }))),
    set(seq(oid("2.5.4.3"), new PrintableString({ value: commonName }))),
  );
