import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { asyncApiDocument } from '@shifa/contract/documents/asyncapi';
import { openApiDocument } from '@shifa/contract/documents/openapi';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { OutsideContract } from './contract.guard';
import { eventsSection } from './docs-events';

const pageWith = (events: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shifa MS API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
${events}
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', persistAuthorization: false });\n`;

/** The documentation of the API: the OpenAPI and AsyncAPI documents, and a page that shows both. */
@Controller()
export class DocsController {
  private readonly openApiDocument = encodedOnce(openApiDocument);
  private readonly asyncApiDocument = encodedOnce(asyncApiDocument);
  private page: string | undefined;

  @Get('/api/openapi.json')
  @OutsideContract()
  async openApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    send(await this.openApiDocument(), request, reply);
  }

  @Get('/api/asyncapi.json')
  @OutsideContract()
  async asyncApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    send(await this.asyncApiDocument(), request, reply);
  }

  @Get('/api/docs')
  @OutsideContract()
  @Header('Content-Type', 'text/html; charset=utf-8')
  docs(): string {
    return (this.page ??= pageWith(eventsSection()));
  }

  // The page's Content-Security-Policy allows no inline script.
  @Get('/api/docs/start.js')
  @OutsideContract()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return start;
  }
}

type Encoded = { etag: string; encodings: Record<string, Buffer> };

/** A document, serialised and compressed once, because anyone can request it as often as they like. */
function encodedOnce(create: () => unknown): () => Promise<Encoded> {
  let encoded: Promise<Encoded> | undefined;
  return () => (encoded ??= encode(create));
}

async function encode(create: () => unknown): Promise<Encoded> {
  const identity = Buffer.from(JSON.stringify(await create()));
  const [br, compressed] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  // Weak, because the encodings share it.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { etag, encodings: { identity, br, gzip: compressed } };
}

function send({ etag, encodings }: Encoded, { headers }: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  if (fresh(headers, { etag })) {
    void reply.status(304).send();
    return;
  }
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip', 'identity']) ?? 'identity';
  if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
  void reply.type('application/json; charset=utf-8').send(encodings[encoding]);
}
