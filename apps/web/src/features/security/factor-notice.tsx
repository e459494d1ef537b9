import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Banner } from '../../ui/feedback/banner';
import { paths } from '../../config/paths';
import { formatInstant } from '../../lib/format';

/** Above every page, as long as there is still time to add the second factor that the role needs. */
export function FactorNotice({ dueAt }: { dueAt: string }) {
  return (
    <Box sx={{ mb: 6 }}>
      <Banner
        tone="warning"
        action={
          <Button size="small" color="inherit" component={Link} to={paths.settingsSecurity}>
            Add second factor
          </Button>
        }
      >
        Your role needs a second factor. Add one by {formatInstant(dueAt)}; after that, you can't continue without it.
      </Banner>
    </Box>
  );
}
