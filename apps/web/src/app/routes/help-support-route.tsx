import { UnbuiltPage } from '../unbuilt-page';

export function HelpSupportRoute() {
  return (
    <UnbuiltPage title="Help & Support">
      Answers to common questions and the way to reach us will be found here.
    </UnbuiltPage>
  );
}
