import { paths } from '../../../config/paths';

/** In the link that the code on a wall holds. */
export const CODE_PARAMETER = 'code';

/** The token in the text of a scanned code; `undefined` for a code that is not one of a display. */
export function tokenIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  return pathname.endsWith(paths.attendance) ? (searchParams.get(CODE_PARAMETER) ?? undefined) : undefined;
}
