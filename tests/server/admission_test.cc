#include "server/admission.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace transcdr {
namespace {

TEST(AdmissionTest, GivesBackWhatTicketsTook) {
  Admission admission(100);
  {
    auto first = admission.TryAdmit(60);
    ASSERT_TRUE(first.has_value());
    EXPECT_EQ(admission.in_flight(), 60u);
    EXPECT_FALSE(admission.TryAdmit(41).has_value());
    auto second = admission.TryAdmit(40);
    ASSERT_TRUE(second.has_value());
    EXPECT_EQ(admission.in_flight(), 100u);
    first->Release();
    first->Release();
    EXPECT_EQ(admission.in_flight(), 40u);
  }
  EXPECT_EQ(admission.in_flight(), 0u);
}

TEST(AdmissionTest, AddKeepsOthersOut) {
  Admission admission(100);
  auto ticket = admission.TryAdmit(10);
  ASSERT_TRUE(ticket.has_value());
  ticket->Add(1'000);
  EXPECT_EQ(admission.in_flight(), 1'010u);
  EXPECT_FALSE(admission.TryAdmit(1).has_value());
  EXPECT_FALSE(admission.TryAdmit(0).has_value());
  ticket->Release();
  ticket->Add(5);  // holds no place any more
  Admission::Ticket().Add(5);
  EXPECT_EQ(admission.in_flight(), 0u);
  EXPECT_TRUE(admission.TryAdmit(1).has_value());
}

TEST(AdmissionTest, LetsInWhatNeverFitsWhenNothingElseIsInWork) {
  Admission admission(100);
  auto large = admission.TryAdmit(500);
  ASSERT_TRUE(large.has_value());
  EXPECT_FALSE(admission.TryAdmit(1).has_value());
  large.reset();
  auto small = admission.TryAdmit(1);
  ASSERT_TRUE(small.has_value());
  EXPECT_FALSE(admission.TryAdmit(500).has_value());
}

TEST(AdmissionTest, TicketsMove) {
  Admission admission(100);
  Admission::Ticket kept;
  {
    auto ticket = admission.TryAdmit(30);
    ASSERT_TRUE(ticket.has_value());
    kept = *std::move(ticket);
  }
  EXPECT_EQ(admission.in_flight(), 30u);
  Admission::Ticket other = std::move(kept);
  kept.Release();
  EXPECT_EQ(admission.in_flight(), 30u);
  other = Admission::Ticket();
  EXPECT_EQ(admission.in_flight(), 0u);
}

TEST(AdmissionTest, NeverExceedsTheBudgetUnderRaces) {
  Admission admission(64);
  std::vector<std::thread> threads;
  std::atomic<bool> exceeded{false};
  std::atomic<int> admitted{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20'000; ++i) {
        auto ticket = admission.TryAdmit(20);
        if (!ticket.has_value()) continue;
        ++admitted;
        if (admission.in_flight() > 64) exceeded = true;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(exceeded);
  EXPECT_GT(admitted, 0);
  EXPECT_EQ(admission.in_flight(), 0u);
}

}  // namespace
}  // namespace transcdr
