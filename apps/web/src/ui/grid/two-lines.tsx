import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

type TwoLinesProps = { first: string; second: string; strong?: boolean };

/** The text of a cell and a second line of details, which compact rows show beside it. Cut off texts are shown on hover. */
export function TwoLines({ first, second, strong = false }: TwoLinesProps) {
  return (
    <Box className="two-lines" sx={linesStyle}>
      <Typography variant="body2" component="div" title={first} sx={{ fontWeight: strong ? 500 : undefined }}>
        {first}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary" title={second}>
        {second}
      </Typography>
    </Box>
  );
}

const linesStyle = {
  minWidth: 0,
  lineHeight: '18px',
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: 'inherit' },
};
