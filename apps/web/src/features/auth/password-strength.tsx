import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { passwordRules, passwordStrength, strengthLabels } from '@shifa/contract';

const POINTS = [1, 2, 3, 4, 5];
const tones = ['error', 'error', 'warning', 'info', 'success', 'success'] as const;

/** The strength of a new password, and the rules that it satisfies. */
export function PasswordStrength({ password }: { password: string }) {
  const score = passwordStrength(password);
  const label = strengthLabels[score];
  return (
    <Stack sx={{ gap: 2 }}>
      {password !== '' && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
          <Stack
            role="meter"
            aria-label="Password strength"
            aria-valuemin={0}
            aria-valuemax={5}
            aria-valuenow={score}
            aria-valuetext={label}
            direction="row"
            sx={{ flex: 1, gap: 1 }}
          >
            {POINTS.map((point) => (
              <Box key={point} sx={segment(point <= score ? tones[score] : undefined)} />
            ))}
          </Stack>
          <Typography
            variant="caption"
            sx={{ minWidth: 72, color: `${tones[score] ?? 'error'}.main`, fontWeight: 500 }}
          >
            {label}
          </Typography>
        </Stack>
      )}
      <Box component="ul" aria-label="Password rules" sx={listStyle}>
        {passwordRules.map((rule) => (
          <Rule key={rule.label} label={rule.label} satisfied={rule.test(password)} />
        ))}
      </Box>
    </Stack>
  );
}

function Rule({ label, satisfied }: { label: string; satisfied: boolean }) {
  const icon = { fontSize: 16 };
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ alignItems: 'center', gap: 1.5, color: satisfied ? 'success.main' : 'text.secondary', fontSize: '0.75rem' }}
    >
      {satisfied ? (
        <CheckCircle titleAccess="Satisfied:" sx={icon} />
      ) : (
        <RadioButtonUnchecked titleAccess="Missing:" sx={icon} />
      )}
      {label}
    </Stack>
  );
}

const listStyle = { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0, p: 0, listStyle: 'none' };

const segment = (tone: (typeof tones)[number] | undefined) => (theme: Theme) => ({
  flex: 1,
  height: 4,
  borderRadius: 2,
  backgroundColor: tone ? theme.vars.palette[tone].main : theme.vars.palette.divider,
});
