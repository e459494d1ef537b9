import { UnbuiltPage } from '../unbuilt-page';

export function SettingsRoute() {
  return (
    <UnbuiltPage title="Settings">
      What the network, a laboratory or you decide once will be set here. The light or dark look is in your menu at the
      top.
    </UnbuiltPage>
  );
}
