import 'reflect-metadata';
import type { TracingEnd } from './platform/observability/tracing';

// Libraries are instrumented while they are loaded, so everything else is loaded after this.
async function main(): Promise<void> {
  let endTracing: TracingEnd | undefined;
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { startTracing } = await import('./platform/observability/tracing.js');
    endTracing = startTracing();
  }
  const { serve } = await import('./serve.js');
  await serve(endTracing);
}

void main();
