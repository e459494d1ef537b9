import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail host on a port of its own. */
export class MailHost {
  readonly received: ParsedMail[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<MailHost> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 50,
      onData: (stream, _session, done) => {
        simpleParser(stream).then((mail) => {
          host.received.push(mail);
          done(null, 'queued');
        }, done);
      },
    });
    const host = new MailHost(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return host;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }
}
