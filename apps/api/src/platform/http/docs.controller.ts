import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { openApiDocument } from '@shifa/contract/documents/openapi';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { OutsideContract } from './contract.guard';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shifa MS API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', persistAuthorization: false });\n`;

/** The API documentation: the page and the OpenAPI document it shows. */
@Controller()
export class DocsController {
  private document: ReturnType<typeof encodedDocument> | undefined;

  @Get('/api/openapi.json')
  @OutsideContract()
  async openApi(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { etag, encodings } = await (this.document ??= encodedDocument());
    void reply.headers({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    if (fresh(headers, { etag })) {
      void reply.status(304).send();
      return;
    }
    const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip', 'identity']) ?? 'identity';
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    void reply.type('application/json; charset=utf-8').send(encodings[encoding]);
  }

  @Get('/api/docs')
  @OutsideContract()
  @Header('Content-Type', 'text/html; charset=utf-8')
  docs(): string {
    return page;
  }

  // The page's Content-Security-Policy allows no inline script.
  @Get('/api/docs/start.js')
  @OutsideContract()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return start;
  }
}

/** The OpenAPI document, serialised and compressed once, because anyone may request it as often as they like. */
async function encodedDocument() {
  const identity = Buffer.from(JSON.stringify(await openApiDocument()));
  const [br, compressed] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  // Weak, because the encodings share it.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { etag, encodings: { identity, br, gzip: compressed } };
}
