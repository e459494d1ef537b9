import type { TestResult } from '@shifa/contract';
import { Banner } from '../../ui/feedback/banner';

/** What became of a test message, with the answer of the other side. */
export function TestResultBanner({ result }: { result: TestResult }) {
  return result.accepted ? (
    <Banner tone="success">Sent. The answer was: {result.answer}</Banner>
  ) : (
    <Banner tone="error">The message was refused: {result.answer}</Banner>
  );
}
