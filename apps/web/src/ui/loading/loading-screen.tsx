import { keyframes, styled } from '@mui/material/styles';
import logo from '../../assets/logo.svg';
import { DotRow, Dots, Pulse, Spinner } from './indicators';

const enter = keyframes`from { opacity: 0; transform: translateY(8px); }`;
const bounce = keyframes`0%, 100% { transform: none; } 50% { transform: translateY(-10px); }`;

const Screen = styled('div')(({ theme }) => ({
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 20,
  color: theme.vars.palette.text.secondary,
  animation: `${enter} 0.3s ease-out`,
}));

const Logo = styled('img')({ width: 72, height: 72, animation: `${bounce} 1.4s ease-in-out infinite` });

const indicators = { spinner: <Spinner size="lg" />, dots: <Dots />, pulse: <Pulse /> };

type LoadingScreenProps = { message?: string; indicator?: keyof typeof indicators };

/** The whole window while something without which nothing can be shown is on its way. */
export function LoadingScreen({ message = 'Loading...', indicator = 'spinner' }: LoadingScreenProps) {
  return (
    <Screen>
      <Logo src={logo} alt="Laboratory Logo" />
      {indicators[indicator]}
      <span>{message}</span>
      <DotRow color="accent" />
    </Screen>
  );
}
