// Whether work that takes long is still wanted.

#ifndef TRANSCDR_CODEC_BASE_STOP_SIGNAL_H_
#define TRANSCDR_CODEC_BASE_STOP_SIGNAL_H_

namespace transcdr {

// Asked now and then, on the thread that does the work.
class StopSignal {
 public:
  // True: the work should end, and its result is not wanted.
  virtual bool ShouldStop() const = 0;

 protected:
  ~StopSignal() = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_STOP_SIGNAL_H_
