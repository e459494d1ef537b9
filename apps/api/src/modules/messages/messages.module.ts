import { contract } from '@shifa/contract';
import { Controller, type DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { AddressRepository } from './address.repository';
import { Browsers } from './browsers';
import { ChannelsService } from './channels.service';
import { Composer } from './composer';
import { DeliveryRepository } from './delivery.repository';
import { DeliveryWorker } from './delivery-worker';
import { FailedMessagesService } from './failed-messages.service';
import { GATEWAY_SETTINGS, type GatewaySettings, MessageGateway } from './gateway';
import { MAIL_SETTINGS, MailHost, type MailSettings } from './mail-host';
import {
  ADDRESS_MODEL,
  addressSchema,
  DELIVERY_MODEL,
  deliverySchema,
  RESET_LINK_MODEL,
  resetLinkSchema,
} from './message.document';
import { MessageLimits } from './message-limits';
import { OutgoingEmails } from './messages.port';
import { LINK_SETTINGS, MessageLinks } from './message-links';
import { Outbox } from './outbox';
import { PasswordResets } from './password-resets';
import { PhoneChannel } from './phone-channel';
import { PUSH_SETTINGS, PushServices, type PushSettings } from './push-services';
import { ResetLinkRepository } from './reset-link.repository';
import { RestoredMessages } from './restored-messages';

const routes = contract.messages;
const resets = contract.passwordResets;

@Controller()
class MessagesController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly failed: FailedMessagesService,
  ) {}

  @Implements(routes.channels)
  get(actor: Actor) {
    return this.channels.get(actor);
  }

  @Implements(routes.setPreferences)
  setPreferences(actor: Actor, { body }: Input<typeof routes.setPreferences>) {
    return this.channels.setPreferences(actor, body);
  }

  @Implements(routes.requestConfirmation)
  requestConfirmation(actor: Actor) {
    return this.channels.requestConfirmation(actor);
  }

  @Implements(routes.confirm)
  confirm({ body }: Input<typeof routes.confirm>) {
    return this.channels.confirm(body.token);
  }

  @Implements(routes.requestCode)
  requestCode(actor: Actor) {
    return this.channels.requestCode(actor);
  }

  @Implements(routes.confirmNumber)
  confirmNumber(actor: Actor, { body }: Input<typeof routes.confirmNumber>) {
    return this.channels.confirmNumber(actor, body.code);
  }

  @Implements(routes.subscribe)
  subscribe(actor: Actor, { body, origin }: Input<typeof routes.subscribe>) {
    return this.channels.subscribe(actor, body, origin.userAgent);
  }

  @Implements(routes.unsubscribeBrowser)
  unsubscribeBrowser(actor: Actor, { params }: Input<typeof routes.unsubscribeBrowser>) {
    return this.channels.unsubscribeBrowser(actor, params.id);
  }

  @Implements(routes.test)
  test(actor: Actor, { body }: Input<typeof routes.test>) {
    return this.channels.test(actor, body.channel);
  }

  @Implements(routes.unsubscribe)
  unsubscribe({ params }: Input<typeof routes.unsubscribe>) {
    return this.channels.unsubscribe(params.token);
  }

  @Implements(routes.listFailed)
  listFailed(_actor: Actor, { query }: Input<typeof routes.listFailed>) {
    return this.failed.list(query);
  }

  @Implements(routes.retry)
  retry(actor: Actor, { params }: Input<typeof routes.retry>) {
    return this.failed.retry(actor, params.id);
  }
}

@Controller()
class PasswordResetController {
  constructor(private readonly passwordResets: PasswordResets) {}

  @Implements(resets.offer)
  offer() {
    return this.passwordResets.offer();
  }

  @Implements(resets.request)
  request({ body, origin }: Input<typeof resets.request>) {
    return this.passwordResets.request(body.email, origin.ipAddress);
  }

  @Implements(resets.complete)
  complete({ body, origin }: Input<typeof resets.complete>) {
    return this.passwordResets.complete(body, origin.ipAddress);
  }
}

export type MessageSettings = {
  mail: MailSettings | undefined;
  push: Omit<PushSettings, 'secret'>;
  gateway: GatewaySettings | undefined;
  publicUrl: string | undefined;
  secret: string;
};

/**
 * Brings notifications to people who have no page open, resets forgotten passwords by email, and emails what others send.
 * Global, because the settings of the environment make the one instance whose port others use.
 */
@Global()
@Module({})
export class MessagesModule {
  static forRoot({ mail, push, gateway, publicUrl, secret }: MessageSettings): DynamicModule {
    return {
      module: MessagesModule,
      imports: [
        NotificationsModule,
        StaffModule,
        MongooseModule.forFeature([
          { name: DELIVERY_MODEL, schema: deliverySchema },
          { name: ADDRESS_MODEL, schema: addressSchema },
          { name: RESET_LINK_MODEL, schema: resetLinkSchema },
        ]),
      ],
      controllers: [MessagesController, PasswordResetController],
      providers: [
        { provide: MAIL_SETTINGS, useValue: mail ?? null },
        { provide: PUSH_SETTINGS, useValue: { ...push, secret } },
        { provide: GATEWAY_SETTINGS, useValue: gateway ?? null },
        { provide: LINK_SETTINGS, useValue: { publicUrl, secret } },
        AddressRepository,
        Browsers,
        ChannelsService,
        Composer,
        DeliveryRepository,
        DeliveryWorker,
        FailedMessagesService,
        OutgoingEmails,
        MailHost,
        MessageLimits,
        MessageGateway,
        MessageLinks,
        Outbox,
        PasswordResets,
        PhoneChannel,
        PushServices,
        ResetLinkRepository,
        RestoredMessages,
      ],
      exports: [OutgoingEmails, RestoredMessages],
    };
  }
}
