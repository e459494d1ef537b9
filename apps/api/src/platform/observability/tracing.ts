import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { loggedPath } from './logged-path';
import { observe } from './observed';

/** Sends the traces that have not been sent yet. */
export type TracingEnd = () => Promise<void>;

/**
 * Sends traces to the OpenTelemetry collector of the environment: request, handler, transaction, database command; and
 * scheduled jobs. To be called before the libraries are loaded that it instruments.
 */
export function startTracing(): TracingEnd {
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  provider.register();
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => !url.startsWith('/api/') || url.startsWith('/api/health'),
        // Those are the exporter's own.
        ignoreOutgoingRequestHook: () => true,
        applyCustomAttributesOnSpan: (span, request) => {
          const path = loggedPath('url' in request ? (request.url ?? '') : '');
          for (const name of ['http.url', 'http.target', 'url.full', 'url.path']) span.setAttribute(name, path);
          span.setAttribute('url.query', '');
        },
      }),
      // Values are private.
      new MongoDBInstrumentation({ enhancedDatabaseReporting: false, dbStatementSerializer: () => '' }),
    ],
  });
  const tracer = trace.getTracer('shifa');
  observe((work, run) => {
    const { kind, name } = work;
    if (kind === 'handler') trace.getActiveSpan()?.updateName(name);
    return tracer.startActiveSpan(`${kind} ${name}`.trim(), async (span) => {
      try {
        const result = await run();
        if (work.failedRows > 0) span.setStatus({ code: SpanStatusCode.ERROR, message: 'rows failed' });
        return result;
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
        throw error;
      } finally {
        span.end();
      }
    });
  });
  return () => provider.shutdown();
}
