import Chat from '@mui/icons-material/ChatOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Email from '@mui/icons-material/EmailOutlined';
import Phone from '@mui/icons-material/PhoneOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Facts } from '../../ui/facts';
import { Skeleton } from '../../ui/loading/skeleton';
import { PageHeader } from '../../ui/page-header';
import { SectionCard } from '../../ui/section-card';
import { StatusChip } from '../../ui/status-chip';
import { wholeTarget } from '../../ui/touch-target';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { api } from '../../data/api';
import { type DataOf, queryOf } from '../../data/queries';
import { zoneLabel } from '../../lib/time-zone';
import { useNow } from '../../lib/use-now';
import { usePermission } from '../../data/use-session';
import { ComplaintForm } from './complaint-form';
import { chatLink } from './complaint-link';
import { officeHours, officeStatus } from './office-hours';

type Contacts = DataOf<typeof api.support.contacts>;

const CONTACT = 'contact';
const COMPLAINT = 'complaint';

/** Ways to reach the support, and answers to common questions. */
export function HelpPage() {
  const contacts = useQuery(queryOf(api.support.contacts));
  useFocusOnAnchor();
  return (
    <>
      <PageHeader title="Help & Support" />
      <Stack sx={{ gap: 6 }}>
        <Box id={CONTACT} component="section" aria-label="Contact" tabIndex={-1} sx={anchor}>
          {!contacts.data && <NotLoaded query={contacts} what="the contacts of the support" skeleton={104} />}
          {contacts.data && <ContactCards contacts={contacts.data} />}
        </Box>
        <Box sx={columns}>
          <Box id={COMPLAINT} tabIndex={-1} sx={anchor}>
            <SectionCard title="Report a Complaint">
              {contacts.isPending ? (
                <Skeleton variant="rectangular" height={360} />
              ) : (
                <ComplaintForm number={contacts.data?.whatsapp ?? null} />
              )}
            </SectionCard>
          </Box>
          <Stack sx={{ gap: 6, minWidth: 0 }}>
            <OfficeHours />
            <SectionCard title="Our Location">
              <Typography component="address" sx={{ fontStyle: 'normal' }}>
                {product.address.map((line) => (
                  <Box key={line} component="span" sx={{ display: 'block' }}>
                    {line}
                  </Box>
                ))}
              </Typography>
            </SectionCard>
          </Stack>
        </Box>
        <Questions />
      </Stack>
    </>
  );
}

/** A server of another version may leave some of them out. */
function ContactCards({ contacts: { email, phone, whatsapp } }: { contacts: Partial<Contacts> }) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, minmax(0, 1fr))' } }}>
      <ContactCard icon={<Email />} title="Email">
        {email ? <MuiLink href={`mailto:${email}`}>{email}</MuiLink> : notSetUp}
      </ContactCard>
      <ContactCard icon={<Phone />} title="Phone">
        {phone ? <MuiLink href={`tel:${phone.replaceAll(/[ ()-]/g, '')}`}>{phone}</MuiLink> : notSetUp}
      </ContactCard>
      <ContactCard icon={<Chat />} title="Live Chat">
        {!whatsapp ? (
          notSetUp
        ) : (
          <MuiLink href={chatLink(whatsapp)} target="_blank" rel="noopener noreferrer">
            Start a chat on WhatsApp
          </MuiLink>
        )}
      </ContactCard>
    </Box>
  );
}

const notSetUp = <Typography color="textSecondary">Not available. Use the complaint form below.</Typography>;

function ContactCard({ icon, title, children }: { icon: ReactElement; title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title} sx={contactStyle}>
      <Box sx={{ display: 'flex', color: 'primary.main' }}>{icon}</Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {children}
      </Box>
    </Card>
  );
}

const contactStyle = {
  position: 'relative',
  p: 5,
  display: 'flex',
  gap: 4,
  alignItems: 'center',
  '& a': wholeTarget,
} as const;

function OfficeHours() {
  const { open, text } = officeStatus(useNow(15_000));
  return (
    <SectionCard
      title="Office Hours"
      action={
        <StatusChip
          tone={open ? 'success' : 'neutral'}
          icon={open ? <CheckCircle /> : <Schedule />}
          label={open ? 'Open now' : 'Closed'}
        />
      }
    >
      <Facts facts={officeHours.map(({ days, hours }) => ({ label: days, value: hours }))} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 4 }}>
        {text} Times in {zoneLabel(product.timezone)}.
      </Typography>
    </SectionCard>
  );
}

function Questions() {
  const seesReports = usePermission('reports.view').allowed;
  return (
    <SectionCard title="Frequently Asked Questions">
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <Question title="How do I reset my password?">
          Open <To path={paths.profile}>your profile</To> and choose Change Password.
        </Question>
        <Question title="Where do I find reports?">
          {seesReports ? (
            <>
              Under the <To path={paths.reports}>Reports</To> section.
            </>
          ) : (
            "Under the Reports section, which you don't have access to. Ask your administrator for a report."
          )}
        </Question>
        <Question title="How do I report a technical issue?">
          Use the <To path={`#${COMPLAINT}`}>complaint form</To> or <To path={`#${CONTACT}`}>contact us</To>.
        </Question>
        <Question title="How long does it take to resolve a complaint?">
          <To path={`#${COMPLAINT}`}>Complaints</To> are resolved within 24-72 hours, and those of high priority
          immediately.
        </Question>
      </Box>
    </SectionCard>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h4" component="h3">
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        {children}
      </Typography>
    </div>
  );
}

/** Underlined, because it stands in a sentence. */
function To({ path, children }: { path: string; children: ReactNode }) {
  return (
    <MuiLink component={Link} to={path} underline="always">
      {children}
    </MuiLink>
  );
}

/** Moves to the part of the page that the address names, also when the same link is followed again. */
function useFocusOnAnchor() {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part = hash && document.getElementById(hash.slice(1));
    if (!part) return;
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  }, [hash, key]);
}

const columns = {
  display: 'grid',
  gap: 6,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
};

/** Below the bar at the top of the window. */
const anchor = { scrollMarginTop: 80, minWidth: 0, outline: 'none' };
