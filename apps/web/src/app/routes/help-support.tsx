import { paths } from '../../config/paths';
import { UnbuiltPage } from '../unbuilt-page';
import type { Section } from './section';

const helpSupportPage = (
  <UnbuiltPage title="Help & Support">
    Answers to common questions, and ways to contact us, will be found here.
  </UnbuiltPage>
);

export const helpSupport: Section = {
  path: paths.helpSupport,
  pages: [{ index: true, element: helpSupportPage }],
};
