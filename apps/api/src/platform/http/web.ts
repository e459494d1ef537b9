import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OutsideContract } from './contract.guard';
import { DomainError } from '../domain/domain-error';
import { securityHeaders } from './security-headers';

/** The folder of the built web app, or `null` if another server delivers it. */
export const WEB_ROOT = Symbol('web-root');

const YEAR_SECONDS = 31_536_000;

/** The worker that decodes what the camera sees, and its precompressed forms; vite.config.ts names it. */
const SCANNER = /\/assets\/scanner-[\w-]+\.js(\.(br|gz))?$/;

/** Serves the built files: those with a hash as immutable, and precompressed if the client accepts it. */
export async function serveWeb(app: NestFastifyApplication, root: string | null): Promise<void> {
  if (!root || !existsSync(join(root, 'index.html'))) return;
  const { 'content-security-policy': scannerPolicy = '' } = securityHeaders(undefined, { runsWasm: true });
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      if (SCANNER.test(path)) void reply.header('Content-Security-Policy', scannerPolicy);
      void reply.header('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
}

/** Answers every address outside the API that is not a file with the web app, whose router decides what to show. */
@Controller()
export class WebController {
  constructor(@Inject(WEB_ROOT) private readonly root: string | null) {}

  @Get('/*')
  @OutsideContract()
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const isPage = !/^\/(api|assets|socket\.io)(\/|$)/.test(request.url.split('?', 1)[0] ?? '');
    if (!this.root || !isPage) throw new DomainError('NOT_FOUND');
    void reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  }
}
