import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = { to: string[]; mail: ParsedMail; raw: string };

/** A mail host on a port of its own, which keeps what it accepts. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  private server: SMTPServer | undefined;
  /** What it answers to the address of a recipient instead of accepting it, such as `550 No such user`. */
  refusal: string | undefined;
  /** Whether it takes messages in and never says what became of them. */
  isSilent = false;

  private constructor(private port = 0) {}

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await server.listen();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Again on the same port after `stop`. */
  async listen(): Promise<void> {
    const options: SMTPServerOptions = {
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      // The connections that the product keeps open are closed with the server.
      closeTimeout: 50,
      onRcptTo: (_address, _session, done) => {
        if (this.refusal === undefined) {
          done();
          return;
        }
        const [code = '', ...words] = this.refusal.split(' ');
        done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.isSilent) return;
          const to = envelope.rcptTo.map(({ address }) => address);
          const raw = Buffer.concat(chunks).toString('utf8');
          void simpleParser(raw).then((mail) => {
            this.received.push({ to, mail, raw });
            done(null, 'queued');
          }, done);
        });
      },
    };
    const server = (this.server = new SMTPServer(options));
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as { port: number }).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }
}
