import type { OperationGroup } from "../../http/operation.ts";

export const referenceOperations: OperationGroup = {
  tag: "Reference",
  description: "This reference, for machines, people and language models.",
  operations: [
    {
      method: "get",
      path: "/openapi.json",
      id: "readOpenApi",
      summary: "The OpenAPI 3.1 document",
      answer: { status: 200, description: "The document.", mediaType: "application/json" },
    },
    {
      method: "get",
      path: "/docs",
      id: "readDocs",
      summary: "The reference as a page",
      answer: { status: 200, description: "The page.", mediaType: "text/html" },
    },
    {
      method: "get",
      path: "/llms.txt",
      id: "readPlainText",
      summary: "The reference as plain text",
      answer: { status: 200, description: "Markdown.", mediaType: "text/plain" },
    },
  ],
};
