import Check from '@mui/icons-material/CheckOutlined';
import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTemporary } from '../lib/use-temporary';

const SHOWN_MS = 2_000;

type CopyButtonProps = {
  text: string;
  /** What it copies: `Copy code`. */
  label: string;
};

/** Puts a text on the clipboard and says whether that worked. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useTemporary<'copied' | 'failed'>(SHOWN_MS);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };

  const words = { copied: 'Copied', failed: 'The browser blocked it' };
  const title = outcome === undefined ? label : words[outcome];
  return (
    <Tooltip title={title} open={outcome === undefined ? undefined : true}>
      <IconButton size="small" aria-label={label} onClick={() => void copy()}>
        {outcome === 'copied' ? <Check fontSize="inherit" color="success" /> : <ContentCopy fontSize="inherit" />}
      </IconButton>
    </Tooltip>
  );
}
