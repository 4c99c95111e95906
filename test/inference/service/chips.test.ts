import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { expect, it } from "vitest";
import type { Dependencies } from "#inference/service/rpc.ts";
import { readChip, readPortrait } from "#inference/service/rpcs/chips.ts";
import { findIssuer } from "#inference/service/rpcs/signatures.ts";
import type { Call } from "#inference/workers/job.ts";
import {
  ReadChipRequestSchema,
  ReadPortraitRequestSchema,
} from "#proto/gen/selfsame/inference/v1/chip_service_pb.js";
import { FindIssuerRequestSchema } from "#proto/gen/selfsame/inference/v1/signature_service_pb.js";

/** Dependencies that no rejected request reaches. */
const NONE = {} as Dependencies;
const CALL = {} as Call;
const bytes = (length: number) => new Uint8Array(length);
const files = (...numbers: number[]) => numbers.map((number) => ({ number, file: bytes(1) }));
const answer = (challenge: number, signature: number) => ({
  dataGroups: files(1),
  activeAuthentication: { challenge: bytes(challenge), signature: bytes(signature) },
});

it.each([
  ["no data group", {}],
  ["a data group twice", { dataGroups: files(1, 2, 1) }],
  ["fingers", { dataGroups: files(1, 3) }],
  ["iris", { dataGroups: files(4) }],
  ["data group 17", { dataGroups: files(17) }],
  ["data group 0", { dataGroups: files(0) }],
  ["over 512 KiB", { sod: bytes(512 * 1024), dataGroups: files(1) }],
  ["a challenge of 7 bytes", answer(7, 64)],
  ["an empty signature", answer(8, 0)],
  ["a signature of 1,025 bytes", answer(8, 1_025)],
])("ReadChip rejects %s", async (_, request) => {
  const call = readChip.serve(create(ReadChipRequestSchema, request), NONE, CALL);
  await expect(call).rejects.toMatchObject({ code: Code.InvalidArgument });
});

it.each([
  ["an empty image", 0],
  ["over 512 KiB", 512 * 1024 + 1],
])("ReadPortrait rejects %s", async (_, length) => {
  const call = readPortrait.serve(create(ReadPortraitRequestSchema, { image: bytes(length) }), NONE, CALL);
  await expect(call).rejects.toMatchObject({ code: Code.InvalidArgument });
});

it.each([
  ["no candidate", { candidates: [] }],
  ["33 candidates", { candidates: Array.from({ length: 33 }, () => bytes(1)) }],
  ["a candidate over 8 KiB", { candidates: [bytes(8 * 1024 + 1)] }],
  ["a certificate over 8 KiB", { certificate: bytes(8 * 1024 + 1), candidates: [bytes(1)] }],
])("FindIssuer rejects %s", async (_, request) => {
  const call = findIssuer.serve(create(FindIssuerRequestSchema, request), NONE, CALL);
  await expect(call).rejects.toMatchObject({ code: Code.InvalidArgument });
});
