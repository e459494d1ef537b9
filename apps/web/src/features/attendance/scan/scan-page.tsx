import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BackLink } from '../../../screens/back-link';
import { Banner } from '../../../ui/feedback/banner';
import { PageHeader } from '../../../ui/page-header';
import { QrCamera } from '../../../ui/qr/qr-camera';
import { paths } from '../../../config/paths';
import { withQuery } from '../../../lib/with-query';
import { CODE_PARAMETER, tokenIn } from './code-link';

/** Scans the code of a display with the camera; the clock then asks what to do with it. */
export function ScanPage() {
  const navigate = useNavigate();
  const [foreign, setForeign] = useState(false);
  const follow = (text: string) => {
    const token = tokenIn(text);
    if (token === undefined) setForeign(true);
    else void navigate(withQuery(paths.attendance, { [CODE_PARAMETER]: token }), { replace: true });
  };
  return (
    <>
      <PageHeader
        title="Scan the code"
        subtitle="Point the camera at the code on your laboratory's display."
        back={<BackLink to={paths.attendance}>Attendance</BackLink>}
      />
      <Stack sx={{ gap: 4, maxWidth: 640 }}>
        {foreign && <Banner tone="info">This code isn't from an attendance display.</Banner>}
        <QrCamera onCode={follow} otherwise="Open the code with your phone's camera app, or clock in without a code." />
      </Stack>
    </>
  );
}
