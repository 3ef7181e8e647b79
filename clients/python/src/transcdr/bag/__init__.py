"""Reads ROS 2 recordings through transcdrd: `python -m transcdr.bag FILE`.

    cli          arguments, exit codes
    convert      the loop from files to lines
    readers      .mcap and rosbag2 .db3 files as records
    definitions  type names, and .msg files of a folder
    resolve      a topic's registered schema, or why it has none
    writers      JSON lines and MessagePack
"""
